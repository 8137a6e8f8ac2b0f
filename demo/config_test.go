package demo

import (
	"errors"
	"testing"

	"strand/config"
)

// Sample systems answer this machine alone.
func TestLoad_Loopback(t *testing.T) {
	for setting, addr := range map[string]string{
		"embedded_cms_addr":      "STRAND_EMBEDDED_CMS_ADDR=0.0.0.0:8092",
		"embedded_identity_addr": "STRAND_EMBEDDED_IDENTITY_ADDR=0.0.0.0:8091",
		"embedded_sis_addr":      "STRAND_EMBEDDED_SIS_ADDR=0.0.0.0:8094",
	} {
		var wrong *config.Error
		if _, _, err := Load("", []string{addr}); !errors.As(err, &wrong) || wrong.Setting != setting {
			t.Errorf("%s: %v", addr, err)
		}
	}
	c, own, err := Load("", []string{"STRAND_EMBEDDED_IDENTITY_ORIGINS=http://localhost:9000", "STRAND_ADDR=:9000"})
	if err != nil || len(own.EmbeddedIdentityOrigins) != 1 || c.Addr != ":9000" || len(c.Unknown) > 0 {
		t.Errorf("%+v %+v %v", c, own, err)
	}
}
