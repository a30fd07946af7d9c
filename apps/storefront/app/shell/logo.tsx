import { Link } from 'react-router'
import { useShop } from './use-shell.ts'

/** The shop's name with its mark, a camellia seen from above. Leads to the products; for companies to my page. */
export function Logo() {
  const shop = useShop()
  return (
    <Link
      to={shop?.corporate_flag ? '/mypage' : '/products'}
      className="inline-flex min-h-tap items-center gap-2 font-mincho text-lg tracking-widest"
    >
      <svg aria-hidden="true" width="24" height="24" viewBox="0 0 24 24" className="text-camellia">
        <g fill="currentColor">
          {[0, 72, 144, 216, 288].map((turn) => (
            <path
              key={turn}
              transform={`rotate(${turn} 12 12)`}
              d="M12 11C8.6 8.9 8 5 10 2.6q2-1.6 4 0C16 5 15.4 8.9 12 11Z"
            />
          ))}
        </g>
        <circle cx="12" cy="12" r="2.4" fill="var(--color-brass)" />
      </svg>
      {shop?.shop_name ?? 'ショップ'}
    </Link>
  )
}
