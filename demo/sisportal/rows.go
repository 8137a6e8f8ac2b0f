package sisportal

import "database/sql"

// scanAll reads and closes all rows, since the next query waits for the connection.
func scanAll[T any](rows *sql.Rows, scan func() (T, error)) ([]T, error) {
	defer rows.Close()
	found := []T{}
	for rows.Next() {
		row, err := scan()
		if err != nil {
			return nil, err
		}
		found = append(found, row)
	}
	return found, rows.Err()
}
