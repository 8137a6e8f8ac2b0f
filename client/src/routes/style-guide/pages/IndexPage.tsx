import { Specimen, SpecimenPage } from "../Specimen";
import { iconNames } from "../iconNames";
import styles from "./IndexPage.module.css";

const colors = [
  ["bg", "text"],
  ["surface", "text"],
  ["surface-strong", "text"],
  ["accent-soft", "accent-text"],
  ["accent", "on-accent"],
  ["inverse-bg", "inverse-text"],
  ["success-soft", "success"],
  ["error-soft", "error"],
  ["info-soft", "info"],
  ["warning-soft", "warning"],
] as const;

/** The basics of all components: colours, spaces, icons. */
export function IndexPage() {
  return (
    <SpecimenPage
      title="Tokens"
      lead="A theme sets colours, typefaces and shapes; all themes share the other tokens. Components use only tokens."
    >
      <Specimen title="Colours, each with the text colour allowed on it" layout="columns">
        {colors.map(([ground, text]) => (
          <p key={ground} className={styles.swatch} data-ground-token={ground} data-text-token={text}>
            <span>{ground}</span>
            <span>{text}</span>
          </p>
        ))}
      </Specimen>
      <Specimen title="Spaces" layout="stack">
        {[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((step) => (
          <p key={step} className={styles.space} data-step={step}>
            <span className={styles.bar} />
            space-{step}
          </p>
        ))}
      </Specimen>
      <Specimen title="Icons in 24 and 16 pixels" layout="columns">
        {iconNames.map(([name, Icon]) => (
          <p key={name} className={styles.icon}>
            <Icon />
            <Icon size={16} />
            {name}
          </p>
        ))}
      </Specimen>
    </SpecimenPage>
  );
}
