import config from "./playwright.config";

/** Takes the pictures of README.md, with the server of the journeys. */
export default { ...config, projects: undefined, testMatch: "pictures.ts" };
