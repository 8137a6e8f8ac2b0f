import { useIntl } from "react-intl";
import { Dialog } from "~/ui/dialog/Dialog";
import { DialogForm } from "~/ui/form/DialogForm";
import type { LeftOut, TranslationPlan } from "./translationPlan";
import styles from "./TranslationOrderDialog.module.css";
import { useTranslationTexts } from "./translationTexts";

export interface TranslationOrderDialogProps {
  plan: TranslationPlan;
  onClose: () => void;
  onConfirm: () => void;
}

const reasons: readonly LeftOut[] = ["TRANSLATED", "IN_PROGRESS", "EMPTY", "SOURCE"];

/** Asks for confirmation before translations are ordered: their number, words, price, and what is left out. */
export function TranslationOrderDialog({ plan, onClose, onConfirm }: TranslationOrderDialogProps) {
  const { formatMessage } = useIntl();
  const texts = useTranslationTexts();
  const rows = [
    {
      term: "editor.worklist.orders" as const,
      text: formatMessage(
        { id: "editor.worklist.plan" },
        { pages: plan.pages.length, languages: plan.languages.length, orders: plan.orderCount },
      ),
    },
    { term: "editor.worklist.languages" as const, text: texts.languages(plan.languages) },
    { term: "editor.worklist.words" as const, text: texts.words(plan) },
    ...(plan.prices.size > 0 ? [{ term: "editor.worklist.price" as const, text: texts.price(plan) }] : []),
  ];
  return (
    <Dialog open title={formatMessage({ id: "editor.worklist.confirm" })} onClose={onClose}>
      <DialogForm
        submit={formatMessage({ id: "editor.worklist.send" }, { count: plan.orderCount })}
        onSubmit={onConfirm}
        onClose={onClose}
      >
        <dl className={styles.facts}>
          {rows.map(({ term, text }) => (
            <div key={term} className={styles.fact}>
              <dt>{formatMessage({ id: term })}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        {plan.leftOut.size > 0 && (
          <ul className={styles.leftOut} aria-label={formatMessage({ id: "editor.worklist.leftOut" })}>
            {reasons.map((reason) => {
              const count = plan.leftOut.get(reason);
              return (
                count !== undefined && (
                  <li key={reason}>{formatMessage({ id: `editor.worklist.leftOut.${reason}` }, { count })}</li>
                )
              );
            })}
          </ul>
        )}
        <p className={styles.note}>{formatMessage({ id: "editor.worklist.effect" })}</p>
      </DialogForm>
    </Dialog>
  );
}
