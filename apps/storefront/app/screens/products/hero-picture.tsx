import { ownPictures } from '../../ui/picture.tsx'

/** Whether the picture was rendered when the shop was built. */
declare const __HERO__: boolean

const file = (format: string, width: number) => `${ownPictures}hero-1-${width}.${format}`
const srcSet = (format: string) => [800, 1600].map((width) => `${file(format, width)} ${width}w`).join(', ')
const sizes = '(min-width: 1120px) 1120px, 100vw'

/** The picture of the whole series. It is what is largest at first sight, so it comes first. */
export function HeroPicture() {
  if (!__HERO__) return null
  return (
    <picture>
      <source type="image/avif" srcSet={srcSet('avif')} sizes={sizes} />
      <img
        src={file('webp', 800)}
        srcSet={srcSet('webp')}
        sizes={sizes}
        alt="窓辺の光の中に並ぶ、椿油の瓶と櫛、椿の花"
        width={1600}
        height={900}
        fetchPriority="high"
        className="block aspect-4/3 h-auto w-full object-cover object-[72%_80%] md:aspect-21/9"
      />
    </picture>
  )
}
