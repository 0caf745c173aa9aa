import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The page: static files under dist/app, for iOS 15 and for Android WeChat from Chromium 107. */
export default defineConfig({
  base: './',
  plugins: [react()],
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: ['chrome107', 'safari15'],
    assetsInlineLimit: 0,
    sourcemap: false,
    // What the first screen needs comes in one file: depth and number of requests cost more than bytes.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
  },
});
