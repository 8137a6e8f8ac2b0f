import { Prose } from "~/ui/prose/Prose";
import { Specimen, SpecimenPage } from "../Specimen";
import styles from "./TypographyPage.module.css";

const sizes = ["4xl", "3xl", "2xl", "xl", "l", "m", "s", "xs", "2xs"] as const;

const sample = `
<h2>A heading of the second level</h2>
<p>Running text in the size of its theme. A line holds about sixty-six characters, so that the eye finds the next one.
It has <strong>strong</strong> and <em>emphasized</em> words, <a href="/style-guide">a link</a>,
<button type="button" data-action="openNewsFeed">an action</button>, a figure such as 0.13 mm² and a piece of <code>code</code>.</p>
<h3>A heading of the third level</h3>
<ul><li>Cutting to length, within ±0.2 mm</li><li>Stripping without a nick</li><li>Crimping, with the force curve recorded</li></ul>
<ol><li>Feed the wire</li><li>Cut and strip</li><li>Crimp and measure</li></ol>
<h4>A heading of the fourth level</h4>
<blockquote><p>A crimp is a cold weld: strands and terminal become one body of metal.</p></blockquote>
<table><thead><tr><th scope="col">Cross-section</th><th scope="col">Wire gauge</th></tr></thead>
<tbody><tr><td>0.13 mm²</td><td>26 AWG</td></tr><tr><td>2.5 mm²</td><td>14 AWG</td></tr></tbody></table>`;

/** The type scale, running text, and the typography of each language. */
export function TypographyPage() {
  return (
    <SpecimenPage title="Typography" lead="All themes have the same type scale; each theme has its own typefaces.">
      <Specimen title="The scale" layout="stack">
        {sizes.map((size) => (
          <p key={size} className={styles.sample} data-size={size}>
            <span className={styles.label}>text-{size}</span>
            <span className={styles.words}>0.13 mm² to 6 mm²</span>
          </p>
        ))}
      </Specimen>
      <Specimen title="Display face with cut corners (enableCutFont)" layout="stack">
        <div data-cut-font="true">
          <h3 className={styles.cut}>Precision, wired</h3>
        </div>
      </Specimen>
      <Specimen title="Running text" layout="stack">
        <Prose html={sample} />
      </Specimen>
      <Specimen title="Languages" layout="columns">
        <p lang="de">Abisolierlänge, Querschnitt und Crimphöhe: auf Hundertstelmillimeter genau.</p>
        <p lang="fr">Longueur de dénudage, section et hauteur de sertissage : au centième de millimètre.</p>
        <p lang="cs">Délka odizolování, průřez a výška krimpu: s přesností na setiny milimetru.</p>
        <p lang="hu">Csupaszítási hossz, keresztmetszet és krimpelési magasság: századmilliméteres pontossággal.</p>
        <p lang="ro">
          Lungimea de dezizolare, secțiunea și înălțimea de sertizare: cu precizie de sutimi de milimetru.
        </p>
        <p lang="ja">ストリップ長、断面積、圧着高さを100分の1ミリの精度で。</p>
        <p lang="zh-Hans">剥线长度、截面积和压接高度：精确到百分之一毫米。</p>
      </Specimen>
    </SpecimenPage>
  );
}
