import { Button } from "~/ui/button/Button";
import { Checkbox, RadioGroup, Switch } from "~/ui/input/Choice";
import { Select } from "~/ui/input/Select";
import { TextArea, TextField } from "~/ui/input/TextField";
import { Specimen, SpecimenPage } from "../Specimen";

const countries = [
  "Austria",
  "Brazil",
  "Czechia",
  "France",
  "Germany",
  "Hungary",
  "Japan",
  "Romania",
  "Slovakia",
  "Switzerland",
];

/** Inputs in every state. */
export function InputsPage() {
  return (
    <SpecimenPage
      title="Inputs"
      lead="Native controls with our styles and messages. A field is checked when it loses the focus."
    >
      <Specimen title="Text" layout="columns">
        <TextField label="Name" required autoComplete="name" />
        <TextField label="Company" hint="As on your invoices." autoComplete="organization" />
        <TextField
          label="Email"
          type="email"
          required
          error="Please provide a valid email address"
          defaultValue="someone@"
        />
        <TextField label="Serial number" placeholder="A530-000000" />
        <TextField label="Customer number" disabled defaultValue="100 234" />
        <TextField label="Machine" readOnly defaultValue="Alpha 530" />
        <TextArea label="Message" required />
      </Specimen>
      <Specimen title="Choice" layout="columns">
        <Select
          label="Country"
          required
          placeholder="Please select"
          options={countries.map((c) => ({ value: c, label: c }))}
        />
        <Select label="Unit" required disabled defaultValue="mm" options={[{ value: "mm", label: "mm" }]} />
        <RadioGroup
          legend="Reason"
          defaultValue="repair"
          options={[
            { value: "repair", label: "Repair" },
            { value: "calibration", label: "Calibration" },
            { value: "other", label: "Something else", disabled: true },
          ]}
        />
        <RadioGroup
          legend="Measurement system"
          segmented
          defaultValue="metric"
          options={[
            { value: "metric", label: "Metric" },
            { value: "imperial", label: "US units" },
          ]}
        />
        <Checkbox label="The machine is under warranty." defaultChecked />
        <Checkbox label="I have read the privacy notice." required error="Please select the checkbox to continue." />
        <Checkbox label="Not to be chosen" disabled />
        <Switch label="Show only my tickets" defaultChecked />
      </Specimen>
      <Specimen title="A form that checks itself" layout="stack">
        <form
          onSubmit={(event) => {
            event.preventDefault();
          }}
        >
          <Specimen title="Sign up" layout="columns">
            <TextField label="Email" type="email" required invalidMessage="Please provide a valid email address" />
            <Checkbox label="I agree." required />
            <Button type="submit">Send</Button>
          </Specimen>
        </form>
      </Specimen>
    </SpecimenPage>
  );
}
