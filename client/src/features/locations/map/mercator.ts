/** A place on the earth, in degrees. */
export interface Coordinates {
  latitude: number;
  longitude: number;
}

/** A point of the map. */
export interface Point {
  x: number;
  y: number;
}

/** Units of the map per degree of longitude. */
const unit = 20;

/** The place of coordinates on the map by Mercator's projection, which keeps shapes when a part is enlarged. */
export function project({ latitude, longitude }: Coordinates): Point {
  const radians = (Math.max(-85, Math.min(85, latitude)) * Math.PI) / 180;
  return {
    x: (longitude + 180) * unit,
    y: -Math.log(Math.tan(Math.PI / 4 + radians / 2)) * (180 / Math.PI) * unit,
  };
}
