import type { ManualTexts } from "./manualTexts";
import { present } from "./present";

export const manualInEnglish: ManualTexts = {
  title: "Operating manual",
  contents: "Contents",
  warning: "Warning",
  chapters: ({ name, series, figures: f }) => [
    {
      title: "About this manual",
      sections: [
        {
          title: "Scope",
          paragraphs: [
            `This manual describes the ${name} of the series ${series}. It is intended for operators, setters and maintenance staff. Read it before the first start and keep it at the machine.`,
            "The figures are those of the product record on the day that is printed at the foot of each page. The rating plate of the machine prevails if a figure differs.",
          ],
        },
        {
          title: "Intended use",
          paragraphs: present(
            `The ${name} processes wires and cables in dry industrial rooms. Any other use, and any change that the manufacturer has not approved, is not intended and ends the declaration of conformity.`,
            f.range.value &&
              `Only process material within the limits of the technical data. The first of them: ${f.range.name}, ${f.range.value}.`,
          ),
        },
        {
          title: "Staff",
          table: {
            head: ["Role", "May carry out"],
            rows: [
              ["Operator", "load material, start and stop orders, remove finished parts, clean the outside"],
              ["Setter", "as operator; change tools, set and release orders"],
              ["Maintenance", "as setter; open covers, replace wear parts, lubricate, adjust"],
              ["Electrician", "work on the electrical equipment, with the supply locked out"],
            ],
          },
        },
      ],
    },
    {
      title: "Safety",
      sections: present(
        {
          title: "Basic rules",
          warning: "Moving parts can crush and cut. Never reach into the machine while it is running.",
          paragraphs: [
            "Operate the machine only in perfect condition and with all covers closed. Do not bypass, remove or cover safety switches, light barriers and emergency stops.",
            "Report damage at once and stop the machine until it is repaired. After a repair, test every safety device before production continues.",
          ],
        },
        {
          title: "Before work inside of the machine",
          steps: present(
            "Finish or stop the order and wait until all axes stand still.",
            "Switch off the main switch and lock it with a padlock.",
            f.pressure && "Close the shut-off valve of the compressed air and wait until the gauge shows zero.",
            "Wait five minutes until the drives are discharged.",
            "Check that nothing moves and that no voltage is present.",
          ),
        },
        (f.supply || f.power) && {
          title: "Electricity",
          paragraphs: present(
            f.supply && `The machine is supplied with ${f.supply}${f.power && ` and takes up to ${f.power}`}.`,
            "Parts behind the covers of the control cabinet remain live while the main switch is off. Only electricians open the cabinet.",
          ),
        },
        f.pressure && {
          title: "Compressed air",
          paragraphs: [
            `Lines and cylinders are under a pressure of ${f.pressure}. Loose hoses whip: close the shut-off valve before you disconnect any of them. Do not clean the machine or clothes with compressed air.`,
          ],
        },
        f.hasLaser && {
          title: "Laser radiation",
          warning: "Laser radiation inside of the cover injures eyes and skin, also when it is reflected.",
          paragraphs: [
            "The cover encloses the beam completely. Only persons with laser safety training work with an open cover, with protective glasses for the wavelength in the technical data.",
          ],
        },
        f.noise && {
          title: "Noise",
          paragraphs: [
            `The sound pressure level at the operator's place is ${f.noise}. Several machines in a room add up: measure the level at the place of work and provide hearing protection where the law requires it.`,
          ],
        },
      ),
    },
    {
      title: "Transport and set-up",
      sections: [
        {
          title: "Transport",
          warning: f.weight && "A falling machine can kill. Nobody stands below or beside a raised load.",
          paragraphs: present(
            f.weight && `The machine weighs ${f.weight}. Use a lifting device that is approved for the load.`,
            "Leave the transport locks in place until the machine stands at its place. Check the delivery for damage and report it to the carrier at once.",
          ),
          hasDrawing: true,
        },
        {
          title: "Place",
          paragraphs: present(
            "The floor or bench must be level, free of vibration and able to carry the load. Leave at least 800 mm free on all sides that are opened for operation and maintenance.",
            f.temperature &&
              `Operate the machine at ${f.temperature}, without condensation, dust or direct sunlight. Let a cold machine reach the temperature of the room before it is switched on.`,
          ),
          groups: ["ENVIRONMENT"],
        },
        {
          title: "Connections",
          steps: present(
            "Compare the rating plate with the supply.",
            f.supply && `Connect the supply of ${f.supply} through a fuse and a residual-current device of your own.`,
            f.pressure &&
              `Connect dry, filtered compressed air (ISO 8573-1, class 3.4.3) at ${f.pressure}${f.air && `, ${f.air}`}.`,
            "Connect the network only behind the firewall of the production.",
            "Remove the transport locks and keep them for the next transport.",
          ),
          groups: ["CONNECTIONS"],
        },
        {
          title: "First start",
          steps: [
            "Close all covers and release the emergency stops.",
            "Switch on the main switch and wait until the control is ready.",
            "Press every emergency stop and open every cover once: the machine must stop each time.",
            "Reference the axes.",
            "Process ten pieces of a known order and measure them before production begins.",
          ],
        },
      ],
    },
    {
      title: "Operation",
      sections: [
        {
          title: "Preparing an order",
          steps: [
            "Load the order, or enter the wire, the lengths and the number of pieces.",
            "Check that wire and tools are those of the order.",
            "Load the wire without twists and set the straightener to its diameter.",
            "Process the first three pieces in single steps.",
            "Measure them, correct the values, and release the order.",
          ],
        },
        {
          title: "During production",
          paragraphs: [
            "Measure samples as your quality plan requires, at least at the beginning and end of each reel and after each change of a tool. Lock doubtful pieces.",
            "Let the machine stop by itself at the end of an order. The emergency stop is for danger only: pieces that are in the machine are then waste.",
          ],
          groups: ["PERFORMANCE"],
        },
        {
          title: "Changing tools",
          steps: [
            "Stop the order. The tool change position is reached without power at the drives.",
            "Open the cover, release the lock and remove the tool straight to the front.",
            "Clean the seat and check the tool for wear.",
            "Insert the next tool until it locks, and close the cover.",
            "Process and measure three pieces before the order is released.",
          ],
        },
        {
          title: "End of the shift",
          steps: present(
            "Finish the order and remove wire and waste.",
            "Clean the outside with a soft, dry cloth.",
            "Switch off the main switch.",
            f.pressure && "Close the shut-off valve of the compressed air.",
          ),
        },
      ],
    },
    {
      title: "Maintenance",
      sections: [
        {
          title: "Intervals",
          warning: "Lock the supply out before any work inside of the machine (chapter Safety).",
          table: {
            head: ["Interval", "Work"],
            rows: present<readonly [string, string]>(
              ["each shift", "remove waste and dust; look at blades, grippers and hoses"],
              ["weekly", "clean sensors and light barriers; test emergency stops and cover switches"],
              f.pressure && ["weekly", "drain the water separator of the compressed air; look at the filter"],
              ["monthly", "clean and oil guides and spindles; check the tension of belts"],
              ["every six months", "check screws, earth conductors and cables; back up orders and settings"],
              ["yearly", "inspection and calibration by our service"],
            ),
          },
        },
        {
          title: "Wear parts",
          paragraphs: [
            "Blades, grippers, belts and filters wear with each piece. Replace them in sets before the results leave their tolerance, and use original parts only: others end the liability for results and safety.",
          ],
        },
        {
          title: "Faults",
          table: {
            head: ["Fault", "Cause and remedy"],
            rows: present<readonly [string, string]>(
              ["does not start", "an emergency stop is pressed or a cover is open: release, close, acknowledge"],
              f.pressure && [
                "message of low pressure",
                `the supply is below ${f.pressure}: open the valve, replace the filter`,
              ],
              ["lengths vary", "wire slips or is bent: check the feed pressure and the straightener, look for dirt"],
              ["strands are cut", "blades are worn or set too deep: replace them, correct the depth"],
              ["wire is not fed", "the reel is empty or blocked, or a splice has stopped it: load again"],
              [
                "message of an axis",
                "switch off, remove the obstacle, switch on, reference; call our service if it returns",
              ],
            ),
          },
        },
      ],
    },
    {
      title: "Technical data",
      sections: [{ title: "All values", groups: ["PERFORMANCE", "MACHINE", "CONNECTIONS", "ENVIRONMENT", "FURTHER"] }],
    },
    {
      title: "Taking out of service",
      sections: [
        {
          title: "Disposal",
          paragraphs: present(
            "Disconnect the machine, drain oils and grease, and attach the transport locks. Delete orders and network settings.",
            "Housing and frame are steel and aluminium. Electronic parts, cables and batteries are collected separately, as the law of the country requires.",
          ),
        },
      ],
    },
  ],
};
