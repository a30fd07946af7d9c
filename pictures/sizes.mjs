import sharp from 'sharp'

const folder = new URL('../apps/storefront/public/pictures/', import.meta.url).pathname

export const pictureFile = (name) => `${folder}${name}.webp`

/** Writes a picture of 4:5 in the three sizes of the series, each as AVIF and WebP. `whole`: what sharp reads. */
export async function writeSizes(name, whole) {
  for (const size of [320, 640, 960]) {
    const picture = sharp(
      await sharp(whole)
        .resize(size, size * 1.25, { kernel: 'lanczos3' })
        .png()
        .toBuffer(),
    )
    await picture.clone().avif({ quality: 58, effort: 5 }).toFile(`${folder}${name}-${size}.avif`)
    await picture.clone().webp({ quality: 82 }).toFile(`${folder}${name}-${size}.webp`)
  }
}
