import type { BlockKindName } from '@kushi/values/block/kinds'
import { type ComponentType, useMemo } from 'react'
import type { BlockProps } from './block-props.ts'
import { Comparison } from './comparison.tsx'
import { Goods } from './goods.tsx'
import { Hero } from './hero.tsx'
import { Journal } from './journal.tsx'
import type { ShownBlock } from './load-blocks.server.ts'
import { Message } from './message.tsx'
import { Questions } from './questions.tsx'
import { Story } from './story.tsx'
import { Voices } from './voices.tsx'

type Components = { [K in BlockKindName]: ComponentType<BlockProps<ShownBlock<K>>> }
/** Kinds that only some pages have, which bring how they look. */
type OwnKinds = 'form' | 'deadline'

const COMPONENTS: Omit<Components, OwnKinds> = {
  hero: Hero,
  story: Story,
  goods: Goods,
  voices: Voices,
  offer: Message,
  journal: Journal,
  news: Message,
  line: Message,
  questions: Questions,
  comparison: Comparison,
}

interface BlocksProps {
  blocks: readonly ShownBlock[]
  name: string
  own?: Pick<Components, OwnKinds>
}

/** The blocks of a page in the shop's order, below its h1: the title of the first hero, or `name`. */
export function Blocks({ blocks, name, own }: BlocksProps) {
  const components: Partial<Components> = { ...COMPONENTS, ...own }
  const placed = useMemo(() => blocks.map((block, n) => placeOf(block, blocks.slice(0, n))), [blocks])
  return (
    <>
      {!blocks.find(({ kind }) => kind === 'hero')?.title && <h1 className="sr-only">{name}</h1>}
      {placed.map(({ key, ...props }) => {
        const Component = components[props.block.kind] as ComponentType<BlockProps> | undefined
        return Component && <Component key={key} {...props} />
      })}
    </>
  )
}

const placeOf = (block: ShownBlock, before: readonly ShownBlock[]) => ({
  key: `${block.kind}-${before.length}`,
  block,
  indexOfKind: before.filter(({ kind }) => kind === block.kind).length,
  productsAbove: new Set(before.flatMap((one) => ('products' in one ? one.products.map(({ id }) => id) : []))),
})
