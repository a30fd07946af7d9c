import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/admin/',
  plugins: [tailwindcss(), react()],
  build: { target: 'es2022', outDir: 'build', assetsInlineLimit: 0 },
})
