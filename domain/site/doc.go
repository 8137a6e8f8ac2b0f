// Package site holds the rules about sites, locales, addresses, navigation, redirects, breadcrumbs and links
// (rules URL, LOC and NAV). Everything here is a pure function over plain values: no I/O, no clock, no globals.
package site
