import { seo, shellOf } from '../../seo.ts'
import { clientContext } from '../../server-context.ts'
import type { Route } from './+types/home.ts'
import { Goods } from './goods.tsx'
import { Hero } from './hero.tsx'
import { Journal } from './journal.tsx'
import { loadHome } from './load-home.server.ts'
import { Message } from './message.tsx'
import { Story } from './story.tsx'

export const loader = ({ context }: Route.LoaderArgs) => loadHome(context, context.get(clientContext).shop_id)

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const hero = loaderData?.find(({ kind }) => kind === 'hero')
  const { shop_name = '', company_name = '' } = shellOf(matches)?.shop ?? {}
  return seo(matches, { description: hero?.text || `${shop_name}(${company_name})のショップです。`, path: '/' })
}

/** Home: the blocks that the shop has arranged, in its order. */
export default function Home({ loaderData: blocks, matches }: Route.ComponentProps) {
  const hasHero = blocks.some(({ kind }) => kind === 'hero')
  const firstHero = blocks.findIndex(({ kind }) => kind === 'hero')
  let stories = 0
  return (
    <>
      {!hasHero && <h1 className="sr-only">{shellOf(matches)?.shop?.shop_name}</h1>}
      {blocks.map((block, n) => {
        const key = `${block.kind}-${n}`
        switch (block.kind) {
          case 'hero':
            return <Hero key={key} block={block} isFirst={n === firstHero} />
          case 'story':
            return <Story key={key} block={block} number={++stories} />
          case 'goods':
            return <Goods key={key} block={block} />
          case 'journal':
            return <Journal key={key} block={block} />
          default:
            return <Message key={key} block={block} />
        }
      })}
    </>
  )
}
