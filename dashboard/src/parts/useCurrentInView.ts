import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** A row of links that scrolls to the current one. */
export function useCurrentInView(): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll to the selected link
  useEffect(() => {
    const link = place.current?.querySelector<HTMLElement>("[aria-current]");
    if (place.current && link) {
      place.current.scrollLeft = link.offsetLeft - place.current.offsetLeft - link.offsetWidth;
    }
  }, [pathname]);
  return place;
}
