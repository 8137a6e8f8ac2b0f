package sis

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"strand/demo/sis/generated"
)

// root resolves the schema.
type root struct{ server *Server }

func (r root) Query() generated.QueryResolver       { return r }
func (r root) Mutation() generated.MutationResolver { return r }

func (r root) Receipt(ctx context.Context, reference string) (*generated.Receipt, error) {
	receipt, err := r.server.receipt(ctx, reference)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return receipt, err
}

func (r root) CreateOssRequest(ctx context.Context, input generated.OssRequestInput) (*generated.Receipt, error) {
	return r.server.keep(ctx, "OssRequest", input.Reference, input)
}

func (r root) CreateServiceRequest(
	ctx context.Context,
	input generated.ServiceRequestInput,
) (*generated.Receipt, error) {
	if err := r.server.checkFiles(ctx, input.Attachments); err != nil {
		return nil, err
	}
	return r.server.keep(ctx, "ServiceRequest", input.Reference, input)
}

// checkFiles returns an error if a file was not uploaded before the request that refers to it.
func (s *Server) checkFiles(ctx context.Context, files []*generated.AttachmentInput) error {
	for _, a := range files {
		if err := s.db.QueryRowContext(ctx, `SELECT 1 FROM files WHERE id = ?`, a.ID).Scan(new(int)); err != nil {
			return fmt.Errorf("the file %s was not uploaded", a.ID)
		}
	}
	return nil
}

func (r root) CreateWhitepaperRequest(
	ctx context.Context,
	input generated.WhitepaperRequestInput,
) (*generated.Receipt, error) {
	return r.server.keep(ctx, "WhitepaperRequest", input.Reference, input)
}

func (r root) CreateStoryFeedback(ctx context.Context, input generated.StoryFeedbackInput) (*generated.Receipt, error) {
	return r.server.keep(ctx, "StoryFeedback", input.Reference, input)
}

func (r root) CreateProductRequest(
	ctx context.Context,
	input generated.ProductRequestInput,
) (*generated.Receipt, error) {
	return r.server.keep(ctx, "ProductRequest", input.Reference, input)
}

func (r root) CreateApplication(ctx context.Context, input generated.ApplicationInput) (*generated.Receipt, error) {
	if err := r.server.checkFiles(ctx, input.Attachments); err != nil {
		return nil, err
	}
	return r.server.keep(ctx, "Application", input.Reference, input)
}

// keep stores a submission once: a repeated reference returns the first receipt.
func (s *Server) keep(ctx context.Context, kind, reference string, input any) (*generated.Receipt, error) {
	text, err := json.Marshal(input)
	if err != nil {
		return nil, err
	}
	if _, err := s.db.ExecContext(ctx, `INSERT INTO requests (reference, kind, input, received_at) VALUES (?, ?, ?, ?)
		ON CONFLICT DO NOTHING`,
		reference, kind, string(text), time.Now().UnixMilli()); err != nil {
		return nil, err
	}
	return s.receipt(ctx, reference)
}

func (s *Server) receipt(ctx context.Context, reference string) (*generated.Receipt, error) {
	var at int64
	if err := s.db.QueryRowContext(
		ctx, `SELECT received_at FROM requests WHERE reference = ?`, reference,
	).Scan(&at); err != nil {
		return nil, err
	}
	return &generated.Receipt{Reference: reference, ReceivedAt: time.UnixMilli(at).UTC()}, nil
}
