import { Path, Svg } from "@react-pdf/renderer";
import makeCode from "qrcode-generator";

/** A QR code with a URL. */
export function QrCode({ url, size }: { url: string; size: number }) {
  const code = makeCode(0, "M");
  code.addData(url);
  code.make();
  const count = code.getModuleCount();
  let path = "";
  for (let row = 0; row < count; row++)
    for (let column = 0; column < count; column++) if (code.isDark(row, column)) path += `M${column} ${row}h1v1h-1z`;
  return (
    <Svg width={size} height={size} viewBox={`0 0 ${count} ${count}`}>
      <Path d={path} fill="#000" />
    </Svg>
  );
}
