/** The contract of the public endpoint of sis over a REST API of requests and reports. */
import type { Backend } from "./backend.ts";

type Input = { reference: string; sender: { locale: string; site: string; submittedAt: string } };
type StoredRequest = { externalId: string; createdAt: string };
type Column = { id: string; title: string; unit?: string; digits: number };
type Line = { label: string; amounts: (number | null)[] };
type Report = { labelTitle: string; columns: Column[]; lines: Line[]; remark?: string };

const receiptOf = (stored: StoredRequest) => ({ reference: stored.externalId, receivedAt: stored.createdAt });

export function sisRoot(backend: Backend) {
  const create =
    (category: string) =>
    async ({ input }: { input: Input }) => {
      const { reference, sender, ...fields } = input;
      const request = { externalId: reference, category, language: sender.locale, source: sender.site, fields };
      return receiptOf(await backend.post<StoredRequest>("/requests", reference, request));
    };
  return {
    investorTable: async ({ kind, locale }: { kind: string; locale: string }) => {
      const name = kind.toLowerCase().replaceAll("_", "-");
      const report = await backend.get<Report>(`/reports/${name}?language=${encodeURIComponent(locale)}`);
      return (
        report && {
          kind,
          labelTitle: report.labelTitle,
          columns: report.columns.map(({ id, title, unit, digits }) => ({ key: id, title, unit, decimals: digits })),
          rows: report.lines.map(({ label, amounts }) => ({ label, values: amounts })),
          note: report.remark,
        }
      );
    },
    financialCalendar: async ({ locale }: { locale: string }) =>
      (await backend.get<object[]>(`/events?language=${encodeURIComponent(locale)}`)) ?? [],
    receipt: async ({ reference }: { reference: string }) => {
      const stored = await backend.get<StoredRequest>(`/requests/${encodeURIComponent(reference)}`);
      return stored && receiptOf(stored);
    },
    createOssRequest: create("spare-part"),
    createServiceRequest: create("service"),
    createWhitepaperRequest: create("whitepaper"),
    createStoryFeedback: create("feedback"),
    createProductRequest: create("sales"),
    createApplication: create("application"),
  };
}
