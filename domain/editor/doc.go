// Package editor contains the rules of the editor area: the login of editors, previews, drafts, the content tree,
// provenances and content reports.
package editor
