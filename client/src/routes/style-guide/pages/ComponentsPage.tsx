import { useState } from "react";
import { Accordion } from "~/ui/accordion/Accordion";
import { AnchorNavigation } from "~/ui/anchors/AnchorNavigation";
import { Breadcrumb } from "~/ui/breadcrumb/Breadcrumb";
import { Button } from "~/ui/button/Button";
import { Dialog } from "~/ui/dialog/Dialog";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { Gallery } from "~/ui/gallery/Gallery";
import { DataTable } from "~/ui/table/DataTable";
import { Video } from "~/ui/video/Video";
import { TicketRows } from "~/features/tickets/TicketRows";
import { TicketStatusLabel } from "~/features/tickets/TicketStatusLabel";
import { pictures } from "../samples/pictures";
import { tickets, ticketStatuses } from "../samples/tickets";
import { Specimen, SpecimenPage } from "../Specimen";

/** Components that are neither buttons nor inputs. */
export function ComponentsPage() {
  const [dialog, setDialog] = useState<"center" | "side">();
  const [floating, setFloating] = useState(0);
  return (
    <SpecimenPage title="Components" lead="The components of which screens consist.">
      <Specimen title="Breadcrumb" layout="stack">
        <Breadcrumb
          entries={[
            { title: "Home", url: "/style-guide" },
            { title: "Solutions", url: "/style-guide" },
            { title: "Crimping", url: null },
          ]}
        />
      </Specimen>
      <Specimen title="Flash messages" layout="stack">
        <FlashMessage
          flash={{
            title: "Scheduled maintenance",
            text: "The portal is not available on Sunday from 6 to 8.",
            static: true,
          }}
        />
        <FlashMessage
          flash={{ type: "success", title: "The ticket was created.", to: "/style-guide", linkText: "Show the ticket" }}
        />
        <FlashMessage flash={{ type: "error", title: "The file could not be uploaded.", linkText: "Understood" }} />
        <FlashMessage flash={{ type: "info", text: "This message can be hidden." }} />
        <div>
          <Button variant="secondary" onClick={() => setFloating((n) => n + 1)}>
            Show a floating message
          </Button>
        </div>
        {floating > 0 && (
          <FlashMessage
            key={floating}
            flash={{ type: "success", floating: true, title: "Saved", text: "Your settings were saved." }}
          />
        )}
      </Specimen>
      <Specimen title="Status of a ticket">
        {ticketStatuses.map((status) => (
          <TicketStatusLabel key={status} ticket={{ status, turn: "NONE", contact: { fullName: "" } }} />
        ))}
      </Specimen>
      <Specimen title="List of tickets" layout="stack">
        <TicketRows label="List of tickets" tickets={tickets} />
      </Specimen>
      <Specimen title="Table of technical data" layout="stack">
        <DataTable
          caption="Crimp height by cross-section"
          columns={[
            { title: "Cross-section", unit: "mm²", numeric: true },
            { title: "Terminal" },
            { title: "Crimp height", unit: "mm", numeric: true },
            { title: "Pull-out force", unit: "N", numeric: true },
          ]}
          rows={[
            ["0.13", "Flat spring 1.2", "0.72", "22"],
            ["0.75", "Flat spring 2.8", "1.28", "108.5"],
            ["2.5", "Ring M4", "1.94", "290"],
            ["6", "Ring M6", "2.7", "1458.25"],
          ]}
          note="Values of the sample catalogue."
        />
      </Specimen>
      <Specimen title="Accordion" layout="stack">
        <Accordion
          items={[
            { id: "guide-accordion-1", title: "How long does a changeover take?", content: <p>About four minutes.</p> },
            {
              id: "guide-accordion-2",
              title: "Which terminals can be crimped?",
              content: <p>Those on reels, open and closed.</p>,
            },
          ]}
        />
      </Specimen>
      <Specimen title="Table of contents" layout="stack">
        <AnchorNavigation
          anchors={[
            { id: "guide-accordion-1", title: "Changeover" },
            { id: "guide-accordion-2", title: "Terminals" },
          ]}
        />
      </Specimen>
      <Specimen title="Gallery with lightbox" layout="stack">
        <Gallery
          label="Sample pictures"
          items={pictures.map((picture) => ({
            picture,
            original: picture.url,
            thumbnail: picture.url,
            lightboxThumbnail: picture.url,
            caption: picture.alternativeText,
          }))}
        />
      </Specimen>
      <Specimen title="Video" layout="stack">
        <Video title="A video elsewhere" externalUrl="https://example.com/video" poster={pictures[0]} duration={94} />
      </Specimen>
      <Specimen title="Dialogs">
        <Button variant="secondary" onClick={() => setDialog("center")}>
          Open a dialog
        </Button>
        <Button variant="secondary" onClick={() => setDialog("side")}>
          Open a panel
        </Button>
        <Dialog
          open={dialog !== undefined}
          placement={dialog ?? "center"}
          title="Close the ticket?"
          onClose={() => setDialog(undefined)}
          footer={<Button onClick={() => setDialog(undefined)}>Close the ticket</Button>}
        >
          <p>It can be opened again within thirty days.</p>
        </Dialog>
      </Specimen>
    </SpecimenPage>
  );
}
