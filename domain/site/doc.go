// Package site contains the rules of sites, locales, URLs, navigation, redirects, breadcrumbs and links (rules URL, LOC
// and NAV). All functions are pure functions of plain values: no I/O, no clock, no globals.
package site
