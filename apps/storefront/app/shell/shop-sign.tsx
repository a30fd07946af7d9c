import { ownPictures } from '../ui/picture.tsx'
import { useShell } from './use-shell.ts'

/** The shop's mark: a camellia seen from above. Decoration beside the name. */
const CamelliaMark = () => (
  <svg aria-hidden="true" width="28" height="28" viewBox="0 0 28 28" className="shrink-0">
    <g fill="var(--color-camellia)" stroke="var(--color-washi)" strokeWidth="0.8">
      {[0, 72, 144, 216, 288].map((turn) => (
        <ellipse key={turn} transform={`rotate(${turn} 14 14)`} cx="14" cy="7.6" rx="6.2" ry="6.4" />
      ))}
    </g>
    <circle cx="14" cy="14" r="3.4" fill="var(--color-brass)" stroke="var(--color-washi)" strokeWidth="0.8" />
  </svg>
)

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
