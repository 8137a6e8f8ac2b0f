import type { ManualTexts } from "./manualTexts";
import { present } from "./present";

export const manualInGerman: ManualTexts = {
  title: "Bedienungsanleitung",
  contents: "Inhalt",
  warning: "Warnung",
  chapters: ({ name, series, figures: f }) => [
    {
      title: "Zu dieser Anleitung",
      sections: [
        {
          title: "Geltung",
          paragraphs: [
            `Diese Anleitung beschreibt die Maschine ${name} der Reihe „${series}“. Sie richtet sich an Bedienende, Einrichtende und die Instandhaltung. Lesen Sie sie vor dem ersten Start und bewahren Sie sie an der Maschine auf.`,
            "Die Werte sind die des Produktdatensatzes an dem Tag, der am Fuß jeder Seite steht. Weicht ein Wert ab, gilt das Typenschild der Maschine.",
          ],
        },
        {
          title: "Bestimmungsgemäße Verwendung",
          paragraphs: present(
            `Die ${name} verarbeitet Leitungen und Kabel in trockenen Industrieräumen. Jede andere Verwendung und jede Änderung, die der Hersteller nicht genehmigt hat, gilt als nicht bestimmungsgemäß; die Konformitätserklärung erlischt.`,
            f.range.value &&
              `Verarbeiten Sie nur Material in den Grenzen der technischen Daten. Die erste davon: ${f.range.name}, ${f.range.value}.`,
          ),
        },
        {
          title: "Personal",
          table: {
            head: ["Rolle", "Erlaubte Arbeiten"],
            rows: [
              ["Bedienung", "Material einlegen, Aufträge starten und stoppen, Teile entnehmen, außen reinigen"],
              ["Einrichten", "wie Bedienung; Werkzeuge wechseln, Aufträge einstellen und freigeben"],
              ["Instandhaltung", "wie Einrichten; Abdeckungen öffnen, Verschleißteile ersetzen, schmieren, justieren"],
              ["Elektrofachkraft", "Arbeiten an der Elektrik bei gesperrter Versorgung"],
            ],
          },
        },
      ],
    },
    {
      title: "Sicherheit",
      sections: present(
        {
          title: "Grundregeln",
          warning: "Bewegte Teile können quetschen und schneiden. Greifen Sie nie in die laufende Maschine.",
          paragraphs: [
            "Betreiben Sie die Maschine nur in einwandfreiem Zustand und mit geschlossenen Abdeckungen. Sicherheitsschalter, Lichtschranken und Not-Halt-Taster dürfen nicht überbrückt, entfernt oder verdeckt werden.",
            "Melden Sie Schäden sofort und setzen Sie die Maschine bis zur Reparatur still. Prüfen Sie nach einer Reparatur jede Schutzeinrichtung, bevor weiterproduziert wird.",
          ],
        },
        {
          title: "Vor Arbeiten im Inneren",
          steps: present(
            "Auftrag beenden oder stoppen und warten, bis alle Achsen stillstehen.",
            "Hauptschalter ausschalten und mit einem Vorhängeschloss sichern.",
            f.pressure && "Absperrventil der Druckluft schließen und warten, bis das Manometer null zeigt.",
            "Fünf Minuten warten, bis die Antriebe entladen sind.",
            "Prüfen, dass sich nichts bewegt und keine Spannung anliegt.",
          ),
        },
        (f.supply || f.power) && {
          title: "Elektrizität",
          paragraphs: present(
            f.supply && `Die Maschine wird mit ${f.supply} versorgt${f.power && ` und nimmt bis zu ${f.power} auf`}.`,
            "Hinter den Abdeckungen des Schaltschranks bleiben Teile bei ausgeschaltetem Hauptschalter unter Spannung. Nur Elektrofachkräfte öffnen den Schrank.",
          ),
        },
        f.pressure && {
          title: "Druckluft",
          paragraphs: [
            `Leitungen und Zylinder stehen unter einem Druck von ${f.pressure}. Lose Schläuche schlagen um sich: Schließen Sie das Absperrventil, bevor Sie einen lösen. Reinigen Sie weder Maschine noch Kleidung mit Druckluft.`,
          ],
        },
        f.hasLaser && {
          title: "Laserstrahlung",
          warning: "Laserstrahlung unter der Abdeckung verletzt Augen und Haut, auch wenn sie reflektiert wird.",
          paragraphs: [
            "Die Abdeckung umschließt den Strahl vollständig. Bei offener Abdeckung arbeiten nur Personen mit Unterweisung in Lasersicherheit und mit Schutzbrillen für die Wellenlänge in den technischen Daten.",
          ],
        },
        f.noise && {
          title: "Lärm",
          paragraphs: [
            `Der Schalldruckpegel am Platz der Bedienung beträgt ${f.noise}. Mehrere Maschinen in einem Raum addieren sich: Messen Sie den Pegel am Arbeitsplatz und stellen Sie Gehörschutz bereit, wo das Gesetz ihn verlangt.`,
          ],
        },
      ),
    },
    {
      title: "Transport und Aufstellung",
      sections: [
        {
          title: "Transport",
          warning:
            f.weight && "Eine stürzende Maschine kann töten. Niemand steht unter oder neben einer angehobenen Last.",
          paragraphs: present(
            f.weight && `Die Maschine wiegt ${f.weight}. Verwenden Sie ein Hebezeug, das für die Last zugelassen ist.`,
            "Lassen Sie die Transportsicherungen montiert, bis die Maschine an ihrem Platz steht. Prüfen Sie die Lieferung auf Schäden und melden Sie sie sofort dem Spediteur.",
          ),
          hasDrawing: true,
        },
        {
          title: "Standort",
          paragraphs: present(
            "Boden oder Tisch müssen eben, schwingungsfrei und tragfähig sein. Lassen Sie auf allen Seiten, die für Bedienung und Wartung geöffnet werden, mindestens 800 mm frei.",
            f.temperature &&
              `Betreiben Sie die Maschine bei ${f.temperature}, ohne Betauung, Staub und direkte Sonne. Eine kalte Maschine muss vor dem Einschalten die Raumtemperatur annehmen.`,
          ),
          groups: ["ENVIRONMENT"],
        },
        {
          title: "Anschlüsse",
          steps: present(
            "Typenschild mit der Versorgung vergleichen.",
            f.supply &&
              `Versorgung mit ${f.supply} über eine eigene Sicherung und einen Fehlerstromschutz anschließen.`,
            f.pressure &&
              `Trockene, gefilterte Druckluft (ISO 8573-1, Klasse 3.4.3) mit ${f.pressure}${f.air && `, ${f.air}`} anschließen.`,
            "Netzwerk nur hinter der Firewall der Produktion anschließen.",
            "Transportsicherungen entfernen und für den nächsten Transport aufbewahren.",
          ),
          groups: ["CONNECTIONS"],
        },
        {
          title: "Erster Start",
          steps: [
            "Alle Abdeckungen schließen und die Not-Halt-Taster entriegeln.",
            "Hauptschalter einschalten und warten, bis die Steuerung bereit ist.",
            "Jeden Not-Halt-Taster einmal drücken und jede Abdeckung einmal öffnen: Die Maschine muss jedes Mal anhalten.",
            "Achsen referenzieren.",
            "Zehn Teile eines bekannten Auftrags fertigen und messen, bevor die Produktion beginnt.",
          ],
        },
      ],
    },
    {
      title: "Betrieb",
      sections: [
        {
          title: "Auftrag vorbereiten",
          steps: [
            "Auftrag laden oder Leitung, Längen und Stückzahl eingeben.",
            "Prüfen, dass Leitung und Werkzeuge die des Auftrags sind.",
            "Leitung ohne Verdrehung einlegen und den Richtapparat auf ihren Durchmesser einstellen.",
            "Die ersten drei Teile in Einzelschritten fertigen.",
            "Teile messen, Werte korrigieren und den Auftrag freigeben.",
          ],
        },
        {
          title: "Während der Produktion",
          paragraphs: [
            "Messen Sie Stichproben nach Ihrem Prüfplan, mindestens am Anfang und Ende jeder Rolle und nach jedem Werkzeugwechsel. Sperren Sie fragliche Teile.",
            "Lassen Sie die Maschine am Ende eines Auftrags selbst anhalten. Der Not-Halt ist nur für Gefahren da: Teile, die in der Maschine sind, werden dann Ausschuss.",
          ],
          groups: ["PERFORMANCE"],
        },
        {
          title: "Werkzeuge wechseln",
          steps: [
            "Auftrag stoppen. In der Wechselstellung sind die Antriebe stromlos.",
            "Abdeckung öffnen, Verriegelung lösen und das Werkzeug gerade nach vorn entnehmen.",
            "Aufnahme reinigen und das Werkzeug auf Verschleiß prüfen.",
            "Nächstes Werkzeug einsetzen, bis es einrastet, und die Abdeckung schließen.",
            "Drei Teile fertigen und messen, bevor der Auftrag freigegeben wird.",
          ],
        },
        {
          title: "Ende der Schicht",
          steps: present(
            "Auftrag beenden, Leitung und Abfall entfernen.",
            "Außenseite mit einem weichen, trockenen Tuch reinigen.",
            "Hauptschalter ausschalten.",
            f.pressure && "Absperrventil der Druckluft schließen.",
          ),
        },
      ],
    },
    {
      title: "Wartung",
      sections: [
        {
          title: "Intervalle",
          warning: "Sperren Sie die Versorgung vor jeder Arbeit im Inneren (Kapitel Sicherheit).",
          table: {
            head: ["Intervall", "Arbeit"],
            rows: present<readonly [string, string]>(
              ["jede Schicht", "Abfall und Staub entfernen; Messer, Greifer und Schläuche ansehen"],
              ["wöchentlich", "Sensoren und Lichtschranken reinigen; Not-Halt-Taster und Abdeckungsschalter prüfen"],
              f.pressure && ["wöchentlich", "Wasserabscheider der Druckluft entleeren; Filter ansehen"],
              ["monatlich", "Führungen und Spindeln reinigen und ölen; Riemenspannung prüfen"],
              ["halbjährlich", "Schrauben, Schutzleiter und Kabel prüfen; Aufträge und Einstellungen sichern"],
              ["jährlich", "Inspektion und Kalibrierung durch unseren Service"],
            ),
          },
        },
        {
          title: "Verschleißteile",
          paragraphs: [
            "Messer, Greifer, Riemen und Filter verschleißen mit jedem Teil. Ersetzen Sie sie satzweise, bevor die Ergebnisse ihre Toleranz verlassen, und nur durch Originalteile: Für andere entfällt die Haftung für Ergebnis und Sicherheit.",
          ],
        },
        {
          title: "Störungen",
          table: {
            head: ["Störung", "Ursache und Abhilfe"],
            rows: present<readonly [string, string]>(
              ["startet nicht", "Not-Halt gedrückt oder Abdeckung offen: entriegeln, schließen, quittieren"],
              f.pressure && [
                "Meldung: Druck zu niedrig",
                `Versorgung unter ${f.pressure}: Ventil öffnen, Filter ersetzen`,
              ],
              ["Längen schwanken", "Leitung rutscht oder ist verbogen: Anpressdruck und Richtapparat prüfen, reinigen"],
              ["Einzeldrähte verletzt", "Messer verschlissen oder zu tief eingestellt: ersetzen, Tiefe korrigieren"],
              ["kein Vorschub", "Rolle leer oder blockiert, oder eine Spleißstelle stört: neu einlegen"],
              [
                "Meldung einer Achse",
                "ausschalten, Hindernis entfernen, einschalten, referenzieren; bei Wiederholung Service rufen",
              ],
            ),
          },
        },
      ],
    },
    {
      title: "Technische Daten",
      sections: [{ title: "Alle Werte", groups: ["PERFORMANCE", "MACHINE", "CONNECTIONS", "ENVIRONMENT", "FURTHER"] }],
    },
    {
      title: "Außerbetriebnahme",
      sections: [
        {
          title: "Entsorgung",
          paragraphs: [
            "Trennen Sie die Maschine von der Versorgung, lassen Sie Öle und Fett ab und montieren Sie die Transportsicherungen. Löschen Sie Aufträge und Netzwerkeinstellungen.",
            "Gehäuse und Gestell sind aus Stahl und Aluminium. Elektronik, Kabel und Batterien werden nach dem Recht des Landes getrennt gesammelt.",
          ],
        },
      ],
    },
  ],
};
