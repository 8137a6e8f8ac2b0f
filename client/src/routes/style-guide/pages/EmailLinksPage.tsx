import { useState } from "react";
import { useCopy } from "~/lib/interaction/useCopy";
import { Button } from "~/ui/button/Button";
import { CopyIcon } from "~/ui/icon/iconSet";
import { TextArea, TextField } from "~/ui/input/TextField";
import { Specimen, SpecimenPage } from "../Specimen";
import styles from "./EmailLinksPage.module.css";
import { mailtoLink } from "./mailtoLink";

/** A tool for editors: builds a mail link from address, subject and text. */
export function EmailLinksPage() {
  const [to, setTo] = useState("");
  const [subject, setSubject] = useState("");
  const [body, setBody] = useState("");
  const { isCopied, copy } = useCopy();
  const link = mailtoLink({ to, subject, body });
  return (
    <SpecimenPage
      title="Email links"
      lead="A link that opens a mail with address, subject and text, encoded so that all mail programs understand it."
    >
      <Specimen title="The mail" layout="columns">
        <TextField label="To" type="email" multiple required value={to} onChange={(e) => setTo(e.target.value)} />
        <TextField label="Subject" value={subject} onChange={(e) => setSubject(e.target.value)} />
        <TextArea label="Text" value={body} onChange={(e) => setBody(e.target.value)} />
      </Specimen>
      <Specimen title="The link" layout="stack">
        <output className={styles.link}>{link}</output>
        <div className={styles.actions}>
          <Button icon={<CopyIcon size={16} />} disabled={!to} onClick={() => void copy(link)}>
            Copy
          </Button>
          {to && <a href={link}>Try it</a>}
          <span role="status">
            {isCopied === true && "Copied."}
            {isCopied === false && "The browser refused. Please select and copy the link."}
          </span>
        </div>
      </Specimen>
    </SpecimenPage>
  );
}
