import { ButtonLink } from '../../ui/button-link.tsx'
import { HeroPicture } from './hero-picture.tsx'

/** What this shop is, in one picture and two sentences. */
export const Hero = () => (
  <section className="mx-auto max-w-page md:grid md:grid-cols-[5fr_4fr] md:items-center md:px-6">
    <HeroPicture />
    <div className="grid justify-items-start gap-4 px-4 pt-8 md:px-12 md:py-12">
      <h1 className="text-2xl md:text-3xl">
        椿の一滴で、
        <br />
        髪はととのう。
      </h1>
      <p className="text-sm text-muted md:text-base">
        種だけをゆっくり搾った椿油と、油を含ませた櫛。毎日のひと手間を、静かに続けるための道具です。
      </p>
      <ButtonLink to="/products?category=oil" look="secondary">
        椿油を見る
      </ButtonLink>
    </div>
  </section>
)
