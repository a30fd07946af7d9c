import { imageBase } from '../../ui/picture.tsx'

/** Whether the picture was rendered when the shop was built. */
declare const __HERO__: boolean

const file = (format: string, width: number) => `${imageBase}hero-1-${width}.${format}`
const srcSet = (format: string) => [800, 1600].map((width) => `${file(format, width)} ${width}w`).join(', ')
const sizes = '(min-width: 1120px) 600px, (min-width: 768px) 55vw, 100vw'

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
        height={1200}
        fetchPriority="high"
        className="block h-auto w-full object-cover"
      />
    </picture>
  )
}
