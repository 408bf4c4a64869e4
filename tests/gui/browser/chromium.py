"""Chromium, steered: pages of any size, what is on them, and what they complain about."""

import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

REQUIRED = "ENCOUNTER_GUI_BROWSER"
"""Set: a missing browser fails the tests that need one, rather than leaving them out."""

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_PATIENCE = 20.0


def found() -> tuple[str, str] | None:
    """Returns where Chromium and its driver are; None: one of them is missing, or selenium is."""
    try:
        import selenium  # noqa: F401
    except ImportError:
        return None
    browser = next(filter(None, map(shutil.which, _NAMES)), None)
    driver = shutil.which("chromedriver")
    return None if browser is None or driver is None else (browser, driver)


class Browser:
    """One Chromium with any number of windows."""

    def __init__(self, browser: str, driver: str) -> None:
        """Starts it; nothing is ever downloaded: both paths are given."""
        from selenium import webdriver
        from selenium.webdriver.chrome.service import Service

        options = webdriver.ChromeOptions()
        options.binary_location = browser
        for each in (
            "--headless=new",
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--disable-gpu",
            "--disable-background-networking",
            "--disable-renderer-backgrounding",
            "--disable-backgrounding-occluded-windows",
            "--force-device-scale-factor=1",
        ):
            options.add_argument(each)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(driver))
        self.driver.set_page_load_timeout(20)

    def quit(self) -> None:
        """Ends it."""
        self.driver.quit()

    def size(self, width: int, height: int) -> None:
        """Makes the page so large."""
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 900},
        )

    def scheme(self, scheme: str) -> None:
        """Has the browser prefer ``light`` or ``dark``."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def open(self, url: str) -> None:
        """Opens a page as somebody who was never there."""
        self.driver.get(url)
        self.run("localStorage.clear(); location.reload()")
        self.until(lambda: self.run("return document.body.dataset.ready") == "true")

    def run(self, script: str, *values: object) -> Any:
        """Returns what a script returns."""
        return self.driver.execute_script(script, *values)

    def find(self, selector: str) -> Any:
        """Returns the first element of a selector; raises if there is none."""
        return self.driver.find_element("css selector", selector)

    def all(self, selector: str) -> list[Any]:
        """Returns all elements of a selector."""
        return list(self.driver.find_elements("css selector", selector))

    def text(self, selector: str) -> str:
        """Returns what is to be read in an element; empty: it is not there, or not shown."""
        return str(
            self.run(
                "const e = document.querySelector(arguments[0]); return e ? e.innerText : ''",
                selector,
            )
        )

    def until(self, holds: Callable[[], bool], turn: Callable[[], None] = lambda: None) -> None:
        """Waits until something holds; ``turn`` is what the window does meanwhile."""
        end = time.monotonic() + _PATIENCE
        while not holds():
            assert time.monotonic() < end, self.text("body")
            turn()
            time.sleep(0.01)

    def complaints(self) -> list[str]:
        """Returns what the console says since it was last asked, a lost connection aside."""
        said = self.driver.get_log("browser")
        return [each["message"] for each in said if "ERR_CONNECTION_REFUSED" not in each["message"]]

    def shot(self, folder: Path | None, name: str) -> None:
        """Draws the page into a picture, if pictures are wanted."""
        if folder is not None:
            self.driver.save_screenshot(str(folder / f"{name}.png"))
