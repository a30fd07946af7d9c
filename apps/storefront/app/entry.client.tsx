import './floor.ts'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { fetchGuard } from './guard/load-guard.ts'
import { Alive } from './press/alive.tsx'
import { takeActingCode } from './state/acting.ts'
import { keepCart } from './state/keep-cart.ts'
import { takeLinkToken } from './state/link-token.ts'
import { keepRegister } from './state/register.ts'
import { browserStorage, tabStorage } from './state/storage.ts'

fetchGuard()
takeLinkToken(tabStorage(), window)
takeActingCode(tabStorage(), window)
const storage = browserStorage()
keepCart(storage, { window, document })
keepRegister(storage)

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
      <Alive />
    </StrictMode>,
  )
})
