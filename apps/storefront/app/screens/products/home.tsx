import { seo } from '../../seo.ts'
import { SectionHeading } from '../../ui/heading.tsx'
import { Page } from '../../ui/page.tsx'
import type { Route } from './+types/home.ts'
import { Hero } from './hero.tsx'
import { loadProducts } from './load-products.server.ts'
import { Products } from './products.tsx'

export const loader = ({ context, url }: Route.LoaderArgs) => loadProducts(context, url)

export const meta: Route.MetaFunction = ({ matches }) =>
  seo(matches, {
    description: '椿の種だけをゆっくり搾った油と、手になじむ櫛。髪を、毎日すこしずつ整える暮らしの品をお届けします。',
    path: '/',
  })

/** Home: the product list, with a picture before it. */
export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Hero />
      <Page>
        <div id="products" className="pt-12 pb-4">
          <SectionHeading>商品一覧</SectionHeading>
        </div>
        <Products {...loaderData} nearPictures={false} />
      </Page>
    </>
  )
}
