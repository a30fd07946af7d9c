import { AvifSource, srcSetOf } from './avif-source.tsx'
import { ownPictures } from './picture.tsx'

/** Whether the wide picture was rendered when the shop was built. */
declare const __HERO__: boolean

/** Wide pictures are the build's own; pictures uploaded by the shop are 4:5. */
export const isWidePicture = (path: string) => __HERO__ && path === 'hero-1'

/** The same still life at 4:5, which phones show instead of a part of the wide one. */
const PORTRAIT_NAME = 'hero-2'

const files = (path: string, widths: number[], format: string) =>
  widths.map((width) => ({ url: `${ownPictures}${path}-${width}.${format}`, width }))
const wide = (format: string) => srcSetOf(files('hero-1', [800, 1600], format))
const portraitFiles = (format: string) => files(PORTRAIT_NAME, [640, 960], format)

/** A full-width picture: 16:9, on phones square, so that the words below it are seen at once. It is the largest element of the first view. */
export const WidePicture = ({ alt }: { alt: string }) => (
  <picture>
    <source type="image/avif" media="(min-width: 768px)" srcSet={wide('avif')} sizes="100vw" />
    <source type="image/webp" media="(min-width: 768px)" srcSet={wide('webp')} sizes="100vw" />
    <AvifSource files={portraitFiles('avif')} media="(max-width: 767.9px)" sizes="82vw" isFirst />
    <img
      src={`${ownPictures}${PORTRAIT_NAME}-640.webp`}
      srcSet={srcSetOf(portraitFiles('webp'))}
      sizes="82vw"
      alt={alt}
      width={960}
      height={1200}
      fetchPriority="high"
      className="block aspect-square h-auto w-full object-cover object-[50%_44%] md:aspect-video md:max-h-[44rem] md:object-[50%_40%]"
    />
  </picture>
)
