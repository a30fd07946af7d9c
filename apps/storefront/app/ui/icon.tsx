const paths = {
  bag: 'M6 8h12l1 12H5L6 8Zm3 0V7a3 3 0 0 1 6 0v1',
  menu: 'M4 8h16M4 16h16',
  close: 'm6 6 12 12M18 6 6 18',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm4.7-1.8L20 20',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  alert: 'M12 4 3 19.5h18L12 4Zm0 6v4.5m0 2.2v.3',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-10v5.5m0-8.7v-.3',
  right: 'm9 5 7 7-7 7',
  left: 'm15 5-7 7 7 7',
  down: 'm5 9 7 7 7-7',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  truck:
    'M3 6h11v10H3V6Zm11 4h4l3 3v3h-7v-6ZM7.5 19a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Zm9.5 0a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z',
  repeat: 'M5 11V9a3 3 0 0 1 3-3h10m0 0-3-3m3 3-3 3m4 4v2a3 3 0 0 1-3 3H6m0 0 3 3m-3-3 3-3',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 8a7.5 7.5 0 0 1 15 0',
  card: 'M3 6h18v12H3V6Zm0 4h18M6.5 14.5h4',
  trash: 'M5 7h14M9.5 7V4.5h5V7m-7.5 0 .8 13h8.4L17 7',
  pencil: 'M5 19v-3.5L15.5 5 19 8.5 8.5 19H5Z',
} as const

export type IconName = keyof typeof paths

/** A line icon. It has no accessible name: put text beside it, or a label on the button around it. */
export function Icon({ name, size = 20 }: { name: IconName; size?: 16 | 20 | 24 | 40 }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="shrink-0"
    >
      <path d={paths[name]} />
    </svg>
  )
}
