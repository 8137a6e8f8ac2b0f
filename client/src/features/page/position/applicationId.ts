/** The id of the form of a position, which is no module of a page (`edge/forms/forms.go`). */
export const applicationId = "application";
