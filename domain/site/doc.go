// Package site holds the rules about sites, locales, addresses, navigation, redirects, breadcrumbs and links
// (spec §2, §3, §5, §9; design §4). Everything here is a pure function over plain values: no I/O, no clock, no globals.
package site
