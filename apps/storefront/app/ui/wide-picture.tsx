import { ownPictures } from './picture.tsx'

/** Whether the wide picture was rendered when the shop was built. */
declare const __HERO__: boolean

const sizes = '100vw'

/** Wide pictures are the build's own; what a shop uploads is 4:5. */
export const isWide = (path: string) => __HERO__ && path === 'hero-1'

interface WidePictureProps {
  path: string
  alt: string
}

/** A picture from edge to edge, 16:9; on phones cut to what it is about. It is what is largest at first sight. */
export function WidePicture({ path, alt }: WidePictureProps) {
  const srcSet = (format: string) =>
    [800, 1600].map((width) => `${ownPictures}${path}-${width}.${format} ${width}w`).join(', ')
  return (
    <picture>
      <source type="image/avif" srcSet={srcSet('avif')} sizes={sizes} />
      <img
        src={`${ownPictures}${path}-800.webp`}
        srcSet={srcSet('webp')}
        sizes={sizes}
        alt={alt}
        width={1600}
        height={900}
        fetchPriority="high"
        className="block aspect-4/5 h-auto w-full object-cover object-[66%_50%] md:aspect-video md:max-h-[44rem] md:object-[50%_40%]"
      />
    </picture>
  )
}
