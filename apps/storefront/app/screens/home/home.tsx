import { lazy, memo, Suspense } from 'react'
import { loadLater } from '../../chunk/load-later.ts'
import { ArticleCard } from '../../parts/article-card.tsx'
import { seo, shellOf } from '../../seo.ts'
import { clientContext } from '../../server-context.ts'
import { Band } from '../../ui/band.tsx'
import { AnyLink } from '../../ui/button.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Paragraphs, Phrases } from '../../ui/rich-text.tsx'
import type { Route } from './+types/home.ts'
import { Goods } from './goods.tsx'
import { Hero } from './hero.tsx'
import { type Block, loadHome } from './load-home.server.ts'

/** The server renders it, and it contains only links, so its code is loaded after the page is interactive. */
const Voices = lazy(async () => ({ default: (await loadLater()).Voices }))

export const loader = ({ context }: Route.LoaderArgs) => loadHome(context, context.get(clientContext).shop_id)

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const hero = loaderData?.find(({ kind }) => kind === 'hero')
  const { shop_name = '', company_name = '' } = shellOf(matches)?.shop ?? {}
  return seo(matches, { description: hero?.text || `${shop_name}(${company_name})のショップです。`, path: '/' })
}

/** The home page: the blocks in the shop's order. */
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
            return <Goods key={key} block={block} above={goodsOf(blocks.slice(0, n))} />
          case 'voices':
            return <VoicesBand key={key} block={block} />
          case 'journal':
            return <Journal key={key} block={block} />
          default:
            return <Message key={key} block={block} />
        }
      })}
    </>
  )
}

const goodsOf = (blocks: readonly Block[]) => new Set(blocks.flatMap(({ products }) => products.map(({ id }) => id)))

/** The first お客様の声. Hidden without voices. Rendered once: React would empty it while its code is not there yet. */
const VoicesBand = memo(
  ({ block: { title, text, voices, link_to, link_label } }: { block: Block }) =>
    voices.length > 0 && (
      <Band title={title} {...(text && { lead: text })} tone="sand">
        <Suspense>
          <Voices voices={voices} hasProducts />
        </Suspense>
        <p className="justify-self-center empty:hidden">
          <AnyLink to={link_to} label={link_label} />
        </p>
      </Band>
    ),
)

/** The newest 読みもの. Hidden without articles. */
const Journal = ({ block: { title, text, articles, link_to, link_label } }: { block: Block }) =>
  articles.length > 0 && (
    <Band title={title} {...(text && { lead: text })} tone="sand">
      <ul className="grid gap-x-6 gap-y-12 md:grid-cols-3">
        {articles.map((article) => (
          <li key={article.slug}>
            <ArticleCard article={article} />
          </li>
        ))}
      </ul>
      <p className="justify-self-center">
        <AnyLink to={link_to} label={link_label} />
      </p>
    </Band>
  )

/** A block of the story: picture and text over the full width, on alternating sides, with a vertical title. */
function Story({ block, number }: { block: Block; number: number }) {
  const { title, text, image_path, image_alt, link_to, link_label } = block
  const isTurned = number % 2 === 0
  return (
    <section className={isTurned ? 'bg-sand' : ''}>
      <div className={`grid items-center ${image_path ? 'md:grid-cols-2' : ''}`}>
        {image_path && (
          <div
            className={`self-stretch md:max-h-[44rem] md:*:block md:*:h-full md:*:w-full ${isTurned ? 'md:order-2' : ''}`}
          >
            <Picture path={image_path} alt={image_alt} sizes="(min-width: 768px) 50vw, 82vw" className="md:h-full" />
          </div>
        )}
        <div className="mx-auto flex max-w-page flex-row-reverse items-start justify-between gap-8 px-4 py-16 md:justify-normal md:gap-12 md:px-12 lg:gap-16 lg:py-24">
          <h2 className="text-2xl tracking-[0.16em] [writing-mode:vertical-rl] md:text-3xl">{title}</h2>
          <div className="grid max-w-[26rem] justify-items-start gap-6">
            <Paragraphs text={text} className="leading-loose" />
            <span className="-ml-6 empty:hidden">
              <AnyLink to={link_to} label={link_label} look="quiet" />
            </span>
          </div>
        </div>
      </div>
    </section>
  )
}

const tones = { offer: 'bg-brass-tint', news: '', line: 'bg-leaf-tint' } as const

/** Text with a link and an optional picture: an offer for new customers, news, LINE. */
function Message({ block }: { block: Block }) {
  const { kind, title, text, image_path, image_alt, link_to, link_label } = block
  return (
    <section className={tones[kind as keyof typeof tones] ?? ''}>
      <div
        className={`mx-auto grid max-w-page items-center gap-8 px-4 py-16 md:px-6 md:py-24 ${image_path ? 'md:grid-cols-[3fr_2fr] md:gap-16' : ''}`}
      >
        <div
          className={`grid gap-6 ${image_path ? 'justify-items-start' : 'mx-auto max-w-text justify-items-center text-center'}`}
        >
          <h2 className="text-2xl md:text-3xl">
            <Phrases>{title}</Phrases>
          </h2>
          <Paragraphs text={text} className="max-w-text" />
          <AnyLink to={link_to} label={link_label} look={kind === 'offer' ? 'primary' : 'secondary'} />
        </div>
        {image_path && (
          <Picture
            path={image_path}
            alt={image_alt}
            sizes="(min-width: 768px) 36vw, 82vw"
            className="max-md:-order-1"
          />
        )}
      </div>
    </section>
  )
}
