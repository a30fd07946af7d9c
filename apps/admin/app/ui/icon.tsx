/** Strokes of 1.5 px on a grid of 16. */
const paths = {
  check: 'M3 8.5 6.5 12 13 4.5',
  close: 'M4 4l8 8M12 4l-8 8',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.7 10.7 14 14',
  up: 'M8 13V3M4 7l4-4 4 4',
  down: 'M8 3v10M4 9l4 4 4-4',
  left: 'M10 3 5 8l5 5',
  right: 'M6 3l5 5-5 5',
  menu: 'M2 4h12M2 8h12M2 12h12',
  warn: 'M8 2 14.5 13.5h-13L8 2Zm0 4.5V10m0 1.7v.1',
  plus: 'M8 3v10M3 8h10',
  more: 'M3 8h.1M8 8h.1M13 8h.1',
  drag: 'M6 3h.1M6 8h.1M6 13h.1M10 3h.1M10 8h.1M10 13h.1',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Zm0-6.5V11m0-6v.1',
} as const
export type IconName = keyof typeof paths

export function Icon({ name, className = 'size-4' }: { name: IconName; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      <path d={paths[name]} />
    </svg>
  )
}
