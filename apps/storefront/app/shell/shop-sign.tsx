import { ownPictures } from '../ui/picture.tsx'
import { CamelliaMark } from './camellia-mark.tsx'
import { useShell } from './use-shell.ts'

/** The seller: the shop's logo, or its name with the mark, a camellia seen from above. */
export function ShopSign() {
  const shell = useShell()
  const name = shell?.shop?.shop_name ?? 'ショップ'
  const path = shell?.shop?.logo_path
  const base = shell?.client.image_api ?? ownPictures
  if (path)
    return (
      <img
        src={`${base}${path}-320.webp`}
        srcSet={`${base}${path}-320.webp 1x, ${base}${path}-640.webp 2x`}
        alt={name}
        width={160}
        height={40}
        className="h-10 w-40 bg-transparent object-contain"
      />
    )
  return (
    <>
      <CamelliaMark />
      {name}
    </>
  )
}
