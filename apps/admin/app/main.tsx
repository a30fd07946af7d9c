import './theme.css'
import { ApiError } from '@kushi/contract/client'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { routes } from './routes.tsx'
import { toast } from './shell/toast.tsx'

const router = createBrowserRouter(routes, { basename: '/admin' })

// A refusal that its screen does not show beside a field: no press fails silently.
addEventListener('unhandledrejection', (event) => {
  if (!(event.reason instanceof ApiError)) return
  event.preventDefault()
  toast(event.reason.message)
})

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
