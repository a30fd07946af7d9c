import type { ReactNode } from 'react'

const widths = { page: 'max-w-page', text: 'max-w-text', form: 'max-w-form' }

/** The column of a screen: `page` 1120, `text` 680, `form` 560 pixels. */
export const Page = ({ width = 'page', children }: { width?: keyof typeof widths; children: ReactNode }) => (
  <div className={`mx-auto w-full px-4 pb-16 md:px-6 md:pb-24 ${widths[width]}`}>{children}</div>
)
