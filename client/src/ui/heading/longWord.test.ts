/** @jest-environment node */

import { longWord } from "./longWord";

test.each([
  ["Machines for wire and cable", undefined],
  ["Gyártók a vezetékfeldolgozáshoz", 22],
  // A line can end after a hyphen, a soft hyphen and a Japanese character.
  ["Crimp-Höhenverstellung", 16],
  ["Crimp\u00adhöhen\u00adverstellung", undefined],
  ["電線加工のための機械とシステムを作るグループ", undefined],
  ["ソフトウェアサポートの依頼", 22],
  ["Donaudampfschifffahrtsgesellschaftskapitän", 26],
  ["", undefined],
])("the longest word of %s has %s letters", (heading, letters) => expect(longWord(heading)).toBe(letters));
