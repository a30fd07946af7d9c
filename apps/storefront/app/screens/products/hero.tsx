import { ButtonLink } from '../../ui/button-link.tsx'
import { HeroPicture } from './hero-picture.tsx'

/** What this shop is, in one picture and two sentences. */
export const Hero = () => (
  <section className="relative mx-auto max-w-page">
    <HeroPicture />
    {/* The left of the picture is empty for these words; on phones they stand below it. */}
    <div className="grid content-center justify-items-start gap-4 px-4 pt-8 md:absolute md:inset-y-0 md:left-6 md:w-1/3 md:pt-0 md:pb-16 lg:left-12">
      <h1 className="text-2xl lg:text-3xl">
        椿の一滴で、
        <br />
        髪はととのう。
      </h1>
      <p className="phrases text-sm text-muted md:text-ink">
        種だけをゆっくり搾った椿油と、油を含ませた櫛。毎日のひと手間を、静かに続けるための道具です。
      </p>
      <ButtonLink to="/products?category=oil" look="secondary">
        椿油を見る
      </ButtonLink>
    </div>
  </section>
)
