/** The number of rows per page: few enough that typing in the search stays fluid. */
export const ROWS = 50;

export interface Shown<T> {
  items: T[];
  page: number;
  pages: number;
}

/** A page of a list; a page that does not exist is the nearest that does. */
export function pageOf<T>(all: T[], wanted: number, rows = ROWS): Shown<T> {
  const pages = Math.max(1, Math.ceil(all.length / rows));
  const page = Math.min(pages, Math.max(1, Math.trunc(wanted) || 1));
  return { items: all.slice((page - 1) * rows, page * rows), page, pages };
}
