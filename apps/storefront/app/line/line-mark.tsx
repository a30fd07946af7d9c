/** The LINE icon: a speech balloon of the size of two letters, with the same stroke width as the other icons. */
export const LineMark = () => (
  <svg
    aria-hidden="true"
    width="20"
    height="20"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
  >
    <path d="M12 4c5 0 9 3.1 9 7s-4 7-9 7h-.6L8 21v-3.6C5 16.3 3 13.9 3 11c0-3.9 4-7 9-7Z" strokeLinejoin="round" />
  </svg>
)
