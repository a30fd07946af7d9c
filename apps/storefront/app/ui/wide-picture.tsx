import { ownPictures } from './picture.tsx'

/** Whether the wide picture was rendered when the shop was built. */
declare const __HERO__: boolean

const sizes = '100vw'

/** Wide pictures are the build's own; pictures uploaded by the shop are 4:5. */
export const isWide = (path: string) => __HERO__ && path === 'hero-1'

interface WidePictureProps {
  path: string
  alt: string
}

/** A full-width picture, 16:9, cropped on phones. It is the largest element of the first view. */
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
