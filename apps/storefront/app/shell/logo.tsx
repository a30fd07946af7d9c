import { Link } from 'react-router'
import { CamelliaMark } from './camellia-mark.tsx'
import { useShop } from './use-shell.ts'

/** The shop's name with its mark, a camellia seen from above. Leads to the products; for companies to my page. */
export function Logo() {
  const shop = useShop()
  return (
    <Link
      to={shop?.corporate_flag ? '/mypage' : '/products'}
      className="inline-flex min-h-tap items-center gap-2 font-mincho text-lg leading-none tracking-widest"
    >
      <CamelliaMark />
      {shop?.shop_name ?? 'ショップ'}
    </Link>
  )
}
