// Package loader contains the generated loaders, which batch reads of one request.
package loader
