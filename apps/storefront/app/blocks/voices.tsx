import { lazy, memo, Suspense } from 'react'
import { loadLater } from '../chunk/load-later.ts'
import { Band } from '../ui/band.tsx'
import { AnyLink } from '../ui/button.tsx'
import type { BlockProps } from './block-props.ts'
import type { ShownBlock } from './load-blocks.server.ts'

/** The server renders it, and it contains only links, so its code is loaded after the page is interactive. */
const Words = lazy(async () => ({ default: (await loadLater()).Voices }))

/** The first お客様の声. Hidden without voices. Rendered once: React would empty it while its code is not there yet. */
const VoicesBand = memo(
  ({ block: { title, text, voices, link_to, link_label } }: Pick<BlockProps<ShownBlock<'voices'>>, 'block'>) =>
    voices.length > 0 && (
      <Band title={title} {...(text && { lead: text })} tone="sand">
        <Suspense>
          <Words voices={voices} hasProducts />
        </Suspense>
        <p className="justify-self-center empty:hidden">
          <AnyLink to={link_to} label={link_label} />
        </p>
      </Band>
    ),
)

export const Voices = ({ block }: BlockProps<ShownBlock<'voices'>>) => <VoicesBand block={block} />
