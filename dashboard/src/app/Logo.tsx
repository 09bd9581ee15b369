/** The logo. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="#16324f" />
      <g
        fill="none"
        stroke="#f5b91f"
        strokeWidth="2.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M13.5 25V7.5h5a5.6 5.6 0 0 1 0 11.2h-5" />
        <path d="M8.5 11H6M9 16H3.5M8.5 21H6" />
      </g>
    </svg>
  );
}
