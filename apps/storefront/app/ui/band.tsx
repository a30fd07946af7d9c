import type { ReactNode } from 'react'
import { Phrases } from './rich-text.tsx'

const tones = { plain: '', sand: 'bg-sand', leaf: 'bg-leaf-tint' }

interface BandProps {
  /** The heading; left out if the content has its own. */
  title?: string
  lead?: string
  tone?: keyof typeof tones
  /** As wide as text, in the middle. */
  isNarrow?: boolean
  children: ReactNode
}

/** A full-width part of a page, with space above and below. */
export const Band = ({ title, lead, tone = 'plain', isNarrow = false, children }: BandProps) => (
  <section className={`py-16 md:py-24 ${tones[tone]}`}>
    <div className={`mx-auto grid gap-8 px-4 md:gap-12 md:px-6 ${isNarrow ? 'max-w-text' : 'max-w-page'}`}>
      {title && (
        <div className="grid gap-3">
          <h2 className="text-xl md:text-3xl">
            <Phrases>{title}</Phrases>
          </h2>
          {lead && <p className="max-w-text text-muted">{lead}</p>}
        </div>
      )}
      {children}
    </div>
  </section>
)
