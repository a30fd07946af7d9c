import type { BlockKindName } from '@kushi/values/block/kinds'
import { type ComponentType, useMemo } from 'react'
import type { BlockProps } from './block-props.ts'
import { Goods } from './goods.tsx'
import { Hero } from './hero.tsx'
import { Journal } from './journal.tsx'
import type { ShownBlock } from './load-blocks.server.ts'
import { Message } from './message.tsx'
import { Story } from './story.tsx'
import { Voices } from './voices.tsx'

const COMPONENTS: { [K in BlockKindName]: ComponentType<BlockProps<ShownBlock<K>>> } = {
  hero: Hero,
  story: Story,
  goods: Goods,
  voices: Voices,
  offer: Message,
  journal: Journal,
  news: Message,
  line: Message,
}

/** The blocks of a page in the shop's order, below its h1: the title of the first hero, or `name`. */
export function Blocks({ blocks, name }: { blocks: readonly ShownBlock[]; name: string }) {
  const placed = useMemo(() => blocks.map((block, n) => placeOf(block, blocks.slice(0, n))), [blocks])
  return (
    <>
      {!blocks.some(({ kind }) => kind === 'hero') && <h1 className="sr-only">{name}</h1>}
      {placed.map(({ Component, key, ...props }) => (
        <Component key={key} {...props} />
      ))}
    </>
  )
}

const placeOf = (block: ShownBlock, before: readonly ShownBlock[]) => ({
  Component: COMPONENTS[block.kind] as ComponentType<BlockProps>,
  key: `${block.kind}-${before.length}`,
  block,
  nth: before.filter(({ kind }) => kind === block.kind).length,
  above: new Set(before.flatMap((one) => ('products' in one ? one.products.map(({ id }) => id) : []))),
})
