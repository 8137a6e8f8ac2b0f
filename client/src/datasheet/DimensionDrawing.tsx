import { G, Line, Path, Rect, Svg, Text } from "@react-pdf/renderer";
import { paper } from "./sheetTheme";
import { contentWidth } from "./styles";
import type { Dimensions } from "./specificationTable";

/** Points: the space for the views, between them, and for the figures beside them. */
const maxHeight = 190;
const gap = 62;
const figureSpace = 34;
const edge = 8;
/** The distance of a dimension line from its view, and the length of an arrow. */
const offset = 16;
const arrow = 5;

interface Views {
  front: string;
  side: string;
  top: string;
}

/** Front, side and top view of the space that a machine takes, with its length, width and height. */
export function DimensionDrawing({
  dimensions,
  views,
  font,
}: {
  dimensions: Dimensions;
  views: Views;
  font: string[];
}) {
  const [l, w, h] = dimensions.lengths;
  const [length, width, height] = dimensions.texts.map((text) => [text, dimensions.unit].filter(Boolean).join(" "));
  const scale = Math.min(
    (contentWidth - figureSpace - 2 * gap - edge) / (2 * l + w),
    (maxHeight - figureSpace) / Math.max(h, w),
  );
  const [sl, sw, sh] = [l * scale, w * scale, h * scale];
  const bottom = figureSpace + Math.max(sh, sw) - figureSpace / 2;
  const front = figureSpace;
  const side = front + sl + gap;
  const top = side + sw + gap;
  const total = bottom + figureSpace + 12;
  const common = { font };
  return (
    <Svg width={contentWidth} height={total} viewBox={`0 0 ${contentWidth} ${total}`}>
      <View x={front} y={bottom - sh} width={sl} height={sh} label={views.front} {...common} />
      <Vertical x={front} from={bottom - sh} to={bottom} text={height ?? ""} {...common} />
      <Horizontal y={bottom} from={front} to={front + sl} text={length ?? ""} {...common} />
      <View x={side} y={bottom - sh} width={sw} height={sh} label={views.side} {...common} />
      <Horizontal y={bottom} from={side} to={side + sw} text={width ?? ""} {...common} />
      <View x={top} y={bottom - sw} width={sl} height={sw} label={views.top} {...common} />
      <Vertical x={top} from={bottom - sw} to={bottom} text={width ?? ""} {...common} />
      <Horizontal y={bottom} from={top} to={top + sl} text={length ?? ""} {...common} />
    </Svg>
  );
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A view with its center lines and its name above it. */
function View({ x, y, width, height, label, font }: Box & { label: string; font: string[] }) {
  const center = { strokeWidth: 0.35, stroke: paper.strongLine, strokeDasharray: "8 2 1.5 2" };
  const over = 5;
  return (
    <G>
      <Rect x={x} y={y} width={width} height={height} fill={paper.surface} stroke={paper.text} strokeWidth={0.9} />
      <Line x1={x + width / 2} y1={y - over} x2={x + width / 2} y2={y + height + over} {...center} />
      <Line x1={x - over} y1={y + height / 2} x2={x + width + over} y2={y + height / 2} {...center} />
      <Label x={x} y={y - 6} text={label} font={font} color={paper.muted} />
    </G>
  );
}

function Label({
  x,
  y,
  text,
  font,
  color = paper.text,
  anchor = "start",
}: {
  x: number;
  y: number;
  text: string;
  font: string[];
  color?: string;
  anchor?: "start" | "middle";
}) {
  return (
    <Text x={x} y={y} fill={color} textAnchor={anchor} style={{ fontFamily: font, fontSize: 7.5 }}>
      {text}
    </Text>
  );
}

const thin = { strokeWidth: 0.5, stroke: paper.text };

interface Measure {
  from: number;
  to: number;
  text: string;
  font: string[];
}

/** A dimension line below a view. */
function Horizontal({ y, from, to, text, font }: Measure & { y: number }) {
  const at = y + offset;
  return (
    <G>
      <Line x1={from} y1={y + 2} x2={from} y2={at + 3} {...thin} />
      <Line x1={to} y1={y + 2} x2={to} y2={at + 3} {...thin} />
      <Line x1={from} y1={at} x2={to} y2={at} {...thin} />
      <Path d={`M${from} ${at}l${arrow} -1.6v3.2z M${to} ${at}l${-arrow} -1.6v3.2z`} fill={paper.text} />
      <Label x={(from + to) / 2} y={at + 10} text={text} font={font} anchor="middle" />
    </G>
  );
}

/** A dimension line to the left of a view. */
function Vertical({ x, from, to, text, font }: Measure & { x: number }) {
  const at = x - offset;
  const middle = (from + to) / 2;
  return (
    <G>
      <Line x1={x - 2} y1={from} x2={at - 3} y2={from} {...thin} />
      <Line x1={x - 2} y1={to} x2={at - 3} y2={to} {...thin} />
      <Line x1={at} y1={from} x2={at} y2={to} {...thin} />
      <Path d={`M${at} ${from}l-1.6 ${arrow}h3.2z M${at} ${to}l-1.6 ${-arrow}h3.2z`} fill={paper.text} />
      <G transform={`rotate(-90, ${at - 4}, ${middle})`}>
        <Label x={at - 4} y={middle} text={text} font={font} anchor="middle" />
      </G>
    </G>
  );
}
